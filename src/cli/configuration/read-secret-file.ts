import { readFileSync } from 'node:fs'

/** Reads a secret that Docker or Kubernetes mounts as a file. A line break at its end is not part of it. */
export function readSecretFile(path: string): string {
  return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
}
