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
