/** A value that changes, and the listeners to its changes. */
export class Subscribable<T> {
  readonly #listeners = new Set<() => void>()
  #value: T

  constructor(value: T) {
    this.#value = value
  }

  readonly get = (): T => this.#value

  /** Changes the value and calls the listeners. The same value changes nothing. */
  set(value: T): void {
    if (value === this.#value) return
    this.#value = value
    for (const listener of [...this.#listeners]) callListener(listener)
  }

  /** Calls the listener after every change. Returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    // A wrapper, so that the same listener can be subscribed twice and unsubscribed one by one.
    const entry = () => listener()
    this.#listeners.add(entry)
    return () => this.#listeners.delete(entry)
  }

  /** Removes all listeners. */
  close(): void {
    this.#listeners.clear()
  }
}

// An error of the host app's listener must not stop the client from storing a license.
function callListener(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
