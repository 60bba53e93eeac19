import { toFlag, toVariable } from './config-option.ts'

/** A fault of the configuration, in one line: where the option can be set, what is wrong, and how to fix it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** Describes a fault of an option by its flag, its variable and its member in the file. */
export function describeFault(name: string, fault: string): string {
  return `--${toFlag(name)} (${toVariable(name)}, or ${name} in licet.config): ${fault}`
}
