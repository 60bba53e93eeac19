// Pure globals that every runtime has and `lib: ES2023` does not declare. `core` uses nothing else of the platform.
declare function atob(text: string): string
declare function btoa(binary: string): string
declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(input?: Uint8Array): string
}
declare class URL {
  constructor(url: string, base?: string | URL)
  readonly href: string
  readonly protocol: string
  readonly hostname: string
  readonly host: string
  readonly origin: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly username: string
  readonly password: string
}
