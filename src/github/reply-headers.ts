/** Of a reply's headers those that we read; everything else is of no use, and may be of harm. */
export const readHeaders = [
  'etag',
  'last-modified',
  'link',
  'retry-after',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-github-sso',
] as const;

export type ReplyHeaders = Readonly<Partial<Record<(typeof readHeaders)[number], string>>>;
