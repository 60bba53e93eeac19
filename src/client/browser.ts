// `licet/browser`: the same names as `licet/client`. The build writes it as one file, for pages without a bundler.
export * from './index.ts'
