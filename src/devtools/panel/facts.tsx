'use client'

import type { ReactNode } from 'react'

/** A list of names and values. A value that is missing is left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }): ReactNode {
  return (
    <dl>
      {Object.entries(facts).map(([name, value]) =>
        value === undefined || value === '' ? null : (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** Returns a time of today with milliseconds. */
export function toClock(epochMs: number): string {
  const date = new Date(epochMs)
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')
  return `${[date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':')}.${pad(date.getMilliseconds(), 3)}`
}

/** Returns a moment in UTC, to the second. */
export function toDate(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d+Z$/, 'Z')
}

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no')
