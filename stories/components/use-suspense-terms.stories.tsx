import type { Meta, StoryObj } from '@storybook/react-vite'
import { Component, type ReactNode, Suspense } from 'react'
import { TermsDocument, useConsent, useSuspenseTerms } from '../../src/index.ts'

const meta = {
  title: 'Components/useSuspenseTerms',
  render: () => (
    <Boundary>
      <Suspense fallback={<p role="status">The terms are loading.</p>}>
        <Terms />
      </Suspense>
    </Boundary>
  ),
} satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

/** The terms are loaded. */
export const Ready: Story = {}

function Terms(): ReactNode {
  const { text, locale, tree } = useSuspenseTerms()
  return <TermsDocument text={text} locale={locale} tree={tree} />
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? <Failed onAgain={() => this.setState({ hasFailed: false })} /> : this.props.children
  }
}

function Failed({ onAgain }: { readonly onAgain: () => void }): ReactNode {
  const { retry } = useConsent()
  const again = () => {
    retry()
    onAgain()
  }
  return (
    <p role="alert">
      The terms did not load.{' '}
      <button type="button" onClick={again}>
        Try again
      </button>
    </p>
  )
}

/** The terms are loading: the fallback of the nearest `Suspense` is shown. */
export const TermsLoading: Story = {}

/** The terms did not load: the nearest error boundary is shown, with Retry. */
export const TermsError: Story = {}
