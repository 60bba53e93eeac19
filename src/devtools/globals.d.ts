// Bundlers replace it. What stands behind `process.env.NODE_ENV !== 'production'` is not part of a production build.
declare const process: { readonly env: { readonly NODE_ENV?: string } }
