'use client'

import { Fragment, type ReactNode, useReducer } from 'react'

/** Content of a part that the provider renders. */
export interface Apart {
  readonly key: string
  /** The person that it is for. The next person does not see it. */
  readonly person: unknown
  /** Nothing ends it. */
  readonly node?: ReactNode
}

/**
 * Returns what parts render at the provider, apart from their own place, and the function that sets it.
 *
 * A dialog that opens from a menu needs this: a menu removes its items when one of them is pressed.
 */
export function useApart(person: unknown): readonly [nodes: ReactNode, setApart: (apart: Apart) => void] {
  const [all, setApart] = useReducer(withApart, NOTHING)
  const nodes = all.map((apart) => apart.person === person && <Fragment key={apart.key}>{apart.node}</Fragment>)
  return [nodes, setApart]
}

const NOTHING: readonly Apart[] = []

function withApart(all: readonly Apart[], apart: Apart): readonly Apart[] {
  const others = all.filter(({ key }) => key !== apart.key)
  return apart.node ? [...others, apart] : others
}
