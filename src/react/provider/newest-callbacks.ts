import type { ConfigWithoutUser } from './provider-props.ts'

/** Holds the configuration of the newest render. */
export interface NewestConfig {
  current: ConfigWithoutUser
}

/**
 * Returns a configuration whose functions and identity token come from the newest render, because a client lives longer than the closures
 * that the host app passes.
 */
export function withNewestCallbacks(config: ConfigWithoutUser, newest: NewestConfig): ConfigWithoutUser {
  const callbacks = Object.entries(config).flatMap(([name, given]) => {
    if (typeof given !== 'function') return []
    const call = (...args: unknown[]) => {
      const callback: unknown = Reflect.get(newest.current, name)
      // Without `this`, as the global `fetch` requires.
      return (typeof callback === 'function' ? callback : given)(...args)
    }
    return [[name, call]]
  })
  const { identity } = config
  const toIdentity = () => {
    const { identity: current = '' } = newest.current
    return typeof current === 'function' ? current() : current
  }
  return { ...config, ...Object.fromEntries(callbacks), ...(identity !== undefined && { identity: toIdentity }) }
}
