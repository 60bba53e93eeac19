// Pure globals that every runtime has and `lib: ES2023` does not declare. `terms` uses nothing else of the platform.
declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>
}
declare class URL {
  constructor(url: string)
  readonly href: string
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly username: string
  readonly password: string
}
// A source of terms receives it. `terms` itself does not read it.
interface AbortSignal {
  readonly aborted: boolean
}
declare function setTimeout(callback: () => void, delayMs: number): unknown
/** What Vite replaces when it builds the package: one `import` or `import()` for each file that matches. */
interface ImportMeta {
  glob<Module>(pattern: string | string[], options: { readonly eager: true; readonly import: string }): Record<string, Module>
  glob<Module>(pattern: string | string[], options?: { readonly import: string }): Record<string, () => Promise<Module>>
}
