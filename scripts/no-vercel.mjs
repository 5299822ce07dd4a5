// Stands for @vercel/oidc, which the AI SDK loads for a gateway of its own that we never use: it would look for tokens.
const refuse = () => {
  throw new Error('tokens of Vercel are not used here');
};

export const getContext = () => ({ headers: {} });
export const getVercelOidcToken = refuse;
