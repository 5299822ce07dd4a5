/** The bytes that JSON is built with: they stand for nothing else outside of strings, in UTF-8 as in ASCII. */
export const quote = 0x22;
export const comma = 0x2c;
export const backslash = 0x5c;
export const openArray = 0x5b;
export const closeArray = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;
