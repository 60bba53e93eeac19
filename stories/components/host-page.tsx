import type { Decorator } from '@storybook/react-vite'

/** Shows a page of a host app around a story, because a dialog lies over something, and a part that shows nothing is somewhere. */
export const inHostPage: Decorator = (Story) => (
  <main style={{ minHeight: '90vh', padding: '8px 16px', fontFamily: 'system-ui, sans-serif', lineHeight: 1.5 }}>
    <p style={{ margin: '0 0 4px', fontSize: '22px', fontWeight: 650 }}>Your receipts</p>
    <p style={{ margin: '0 0 24px' }}>This page belongs to the app that asks.</p>
    <Story />
  </main>
)
