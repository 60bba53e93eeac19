'use client'

import { useContext } from 'react'
import { SettingsContext } from '../../react/provider/context.ts'
import type { PartName } from '../../react/provider/part-name.ts'
import { classes } from './part-props.ts'

/** Returns the attributes of an inner element: its `data-part`, and its class from `appearance.elements` beside a class of the kit. */
export type InnerPart = (
  name: PartName,
  className?: string,
) => { readonly 'data-part': PartName; readonly className: string | undefined }

/** Returns the function that gives the inner elements of a part their names. */
export function useInnerParts(): InnerPart {
  const elements = useContext(SettingsContext)?.appearance.elements
  return (name, className) => ({ 'data-part': name, className: classes(className, elements?.[name]) || undefined })
}
