declare module '*.md' {
  const template: import('./template.ts').Template
  export default template
}
