// Bundlers replace it. What stands behind `process.env.NODE_ENV !== 'production'` is not part of a production build.
declare const process: { readonly env: { readonly NODE_ENV?: string } }
// What Vite replaces when it builds the package: one `import` or `import()` for each file that matches.
interface ImportMeta {
  glob<Module>(pattern: string, options: { readonly eager: true; readonly import: string }): Record<string, Module>
  glob<Module>(pattern: string): Record<string, () => Promise<Module>>
}
