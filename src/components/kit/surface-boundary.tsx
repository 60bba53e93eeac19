'use client'

import { Component, createElement, type ForwardRefExoticComponent, Fragment, forwardRef, type ReactNode } from 'react'
import { isThrownMisuse } from '../../react/developer/warn-misuse.ts'
import { reportFailure } from '../../react/report-failure.ts'
import { Unloaded } from './unloaded.tsx'

/** Props of {@link SurfaceBoundary}. */
export interface SurfaceBoundaryProps {
  readonly children: ReactNode
}

/** What a failed surface shows: itself, itself rendered from scratch, the message, and nothing. */
type Stage = 0 | 1 | 2 | 3

interface SurfaceBoundaryState {
  readonly failure: { readonly cause: unknown } | undefined
  /** How often the surface was rendered from scratch. */
  readonly renewals: number
  readonly stage: Stage
}

/**
 * Keeps a failure inside of a surface: the host app around it stays.
 *
 * A failure is reported as an uncaught error of the page. The surface is then rendered once from scratch, because most failures come from
 * extensions and translations that change the elements of a page. If that fails too, a message with a button replaces it. Where not even
 * the message can be inserted, nothing is left.
 *
 * A wrong use of the kit throws in a development build, so that the developer sees it.
 */
export class SurfaceBoundary extends Component<SurfaceBoundaryProps, SurfaceBoundaryState> {
  override state: SurfaceBoundaryState = { failure: undefined, renewals: 0, stage: 0 }

  static getDerivedStateFromError(cause: unknown): Partial<SurfaceBoundaryState> {
    return { failure: { cause } }
  }

  override componentDidCatch(cause: unknown): void {
    reportFailure(cause)
    // Several failures of one commit are one: they see the same stage.
    const { stage } = this.state
    if (stage === 0) this.#renew(1)
    else if (stage < 3) this.setState({ stage: (stage + 1) as Stage })
  }

  #renew(stage: Stage): void {
    this.setState(({ renewals }) => ({ failure: undefined, renewals: renewals + 1, stage }))
  }

  override render(): ReactNode {
    const { failure, renewals, stage } = this.state
    if (failure === undefined) return <Fragment key={renewals}>{this.props.children}</Fragment>
    if (isThrownMisuse(failure.cause)) throw failure.cause
    return (stage === 1 || stage === 2) && <Unloaded onRetry={() => this.#renew(0)} />
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
