/** Shorter beginnings are not kept. Some models want more; none wants less. */
export const leastTokens = 1024;
