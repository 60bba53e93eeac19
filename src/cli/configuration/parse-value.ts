import type { ConfigOption } from './config-option.ts'

/** The value of an option after it was parsed. */
export type ConfigValue = string | number | boolean | readonly string[] | object

const SWITCH: Readonly<Record<string, boolean>> = { true: true, on: true, 1: true, false: false, off: false, 0: false }

/**
 * Parses the value of an option: a text from a flag or a variable, or a member of the file. Returns the reason when it is not valid.
 */
export function parseValue(option: ConfigOption, raw: unknown): { readonly value: ConfigValue } | { readonly fault: string } {
  switch (option.kind) {
    case 'number':
      return parseNumber(option, raw)
    case 'switch': {
      const value = typeof raw === 'boolean' ? raw : SWITCH[String(raw).toLowerCase()]
      return value === undefined ? { fault: `${show(option, raw)} is neither on nor off. Use true or false.` } : { value }
    }
    case 'list': {
      const list = typeof raw === 'string' ? raw.split(',').map((item) => item.trim()) : raw
      const isList = Array.isArray(list) && list.every((item) => typeof item === 'string' && isPlain(item))
      const value = isList ? list.filter((item) => item !== '') : []
      return isList ? { value } : { fault: `${show(option, raw)} is not a list of texts. Use texts without control characters.` }
    }
    case 'choice': {
      const { choices = [] } = option
      const value = choices.find((choice) => choice === raw)
      return value === undefined ? { fault: `${show(option, raw)} is not valid. Use ${choices.join(', ')}.` } : { value }
    }
    case 'object':
      return typeof raw === 'object' && raw !== null
        ? { value: raw }
        : { fault: 'the value is not an object. Export one from licet.config.ts.' }
    default:
      return typeof raw === 'string' && isPlain(raw)
        ? { value: raw }
        : { fault: `${show(option, raw)} is not a text. Use a text without control characters.` }
  }
}

function parseNumber(option: ConfigOption, raw: unknown): { readonly value: number | string } | { readonly fault: string } {
  const word = option.choices?.find((choice) => choice === raw)
  if (word !== undefined) return { value: word }
  const [min, max] = option.range ?? [0, Number.MAX_SAFE_INTEGER]
  const number = typeof raw === 'number' || /^\d{1,15}$/.test(String(raw)) ? Number(raw) : Number.NaN
  if (Number.isSafeInteger(number) && number >= min && number <= max) return { value: number }
  if (/^tcp:\/\//.test(String(raw)))
    return { fault: `${show(option, raw)} is of Kubernetes, for a Service named licet. Set enableServiceLinks: false in the pod.` }
  return {
    fault: `${show(option, raw)} is not valid. Use a whole number from ${min} to ${max}${option.choices?.map((choice) => `, or ${choice}`).join('') ?? ''}.`,
  }
}

function isPlain(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}

function show({ isSecret }: ConfigOption, raw: unknown): string {
  return isSecret ? 'the value' : (JSON.stringify(raw) ?? 'the value')
}
