import type { Integration } from '../dev/frameworks.ts'
import type { AppFolder } from '../dev/read-app.ts'

/** Returns the file with the agreement. */
export function agreementFile(name: string): string {
  return [
    "import { defineAgreement } from 'licet'",
    '',
    '/** What people agree to. The terms are written from it. Every text of it is an example: replace it. */',
    'export const agreement = defineAgreement({',
    '  company: {',
    `    name: ${quote(name)},`,
    "    termsUrl: 'https://example.com/terms',",
    "    privacyUrl: 'https://example.com/privacy',",
    '  },',
    "  jurisdiction: 'Ireland',",
    '  // The data.',
    "  tags: ['purchase_history'],",
    '  // What it is used for. A string is required for the license, and an object is a choice, off at first.',
    "  purposes: ['analytics', { usecase: 'personalization' }],",
    "  compensation: '200 points a month',",
    '  expiry: { months: 12 },',
    '})',
    '',
  ].join('\n')
}

/** Returns the file with the components of the app. `isTyped` for TypeScript. */
export function consentFile({ name }: Pick<AppFolder, 'name'>, { values, isClientModule }: Integration, isTyped: boolean): string {
  const typed = (text: string) => (isTyped ? text : '')
  return [
    ...(isClientModule ? ["'use client'", ''] : []),
    "import { ConsentGate, ConsentLink, ConsentProvider, ConsentScreen } from 'licet'",
    "import 'licet/styles.css'",
    ...(isTyped ? ["import type { ReactNode } from 'react'"] : []),
    "import { agreement } from './agreement'",
    '',
    'const config = {',
    `  authUrl: ${values.authUrl},`,
    '  provider: {',
    `    id: ${values.id},`,
    `    publicKey: ${values.publicKey},`,
    '  },',
    '  // Your app, as a reverse-DNS name.',
    `  origin: 'com.example.${toSlug(name)}',`,
    '  agreement,',
    '}',
    '',
    '/** Asks for the license, and links to its settings. Pass your own opaque id of the signed-in person as `userId`. */',
    `export function Consent({ userId = 'user-1', children }${typed(': { userId?: string; children?: ReactNode }')}) {`,
    '  return (',
    '    <ConsentProvider config={config} userId={userId}>',
    '      {children}',
    '      <ConsentScreen surface="dialog" />',
    '      <footer>',
    '        <ConsentLink />',
    '      </footer>',
    '    </ConsentProvider>',
    '  )',
    '}',
    '',
    '/** Shows its children only to people who permit the analysis of their data. */',
    `export function Licensed({ children }${typed(': { children: ReactNode }')}) {`,
    '  return <ConsentGate usecase="analytics">{children}</ConsentGate>',
    '}',
    '',
  ].join('\n')
}

function toSlug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-+$/g, '') || 'app'
  )
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
