'use client'

import { Component, createElement, type ForwardRefExoticComponent, Fragment, forwardRef, type ReactNode } from 'react'
import { isThrownMisuse } from '../../react/developer/warn-misuse.ts'
import { reportFailure } from '../../react/report-failure.ts'
import { Unloaded } from './unloaded.tsx'

/** Props of {@link SurfaceBoundary}. */
export interface SurfaceBoundaryProps {
  readonly children: ReactNode
}

interface SurfaceBoundaryState {
  readonly failure: { readonly cause: unknown } | undefined
  /** How often the surface was rendered from scratch. */
  readonly renewals: number
  /** The person has not pressed "Try again" since the last renewal. */
  readonly isRenewed: boolean
}

/**
 * Keeps a failure inside of a surface: the host app around it stays.
 *
 * A failure is reported as an uncaught error of the page. The surface is then rendered once from scratch, because most failures come from
 * extensions and translations that change the elements of a page. If that fails too, a message with a button replaces it.
 *
 * A wrong use of the kit throws in a development build, so that the developer sees it.
 */
export class SurfaceBoundary extends Component<SurfaceBoundaryProps, SurfaceBoundaryState> {
  override state: SurfaceBoundaryState = { failure: undefined, renewals: 0, isRenewed: false }

  static getDerivedStateFromError(cause: unknown): Partial<SurfaceBoundaryState> {
    return { failure: { cause } }
  }

  override componentDidCatch(cause: unknown): void {
    reportFailure(cause)
    if (!this.state.isRenewed) this.#renew(true)
  }

  #renew(isRenewed: boolean): void {
    this.setState(({ renewals }) => ({ failure: undefined, renewals: renewals + 1, isRenewed }))
  }

  override render(): ReactNode {
    const { failure, renewals, isRenewed } = this.state
    if (failure === undefined) return <Fragment key={renewals}>{this.props.children}</Fragment>
    if (isThrownMisuse(failure.cause)) throw failure.cause
    return isRenewed && <Unloaded onRetry={() => this.#renew(false)} />
  }
}

/** Keeps the failures of a component inside of it. */
export function withBoundary<Props>(Component: ForwardRefExoticComponent<Props>): ForwardRefExoticComponent<Props> {
  const inner = Component as ForwardRefExoticComponent<object>
  const Wrapped = forwardRef<unknown, object>((props, ref) => (
    <SurfaceBoundary>{createElement(inner, { ...props, ...(ref && { ref }) })}</SurfaceBoundary>
  ))
  return Wrapped as ForwardRefExoticComponent<object> as ForwardRefExoticComponent<Props>
}
