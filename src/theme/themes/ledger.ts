import { DENSITIES } from '../density.ts'
import { defineTheme } from '../theme.ts'

/** A table with rules and figures of one width, on green-gray paper. For finance, insurance and public services. */
export const ledger = defineTheme(
  {
    'color-surface': { light: 'oklch(0.99 0.006 165)', dark: 'oklch(0.205 0.01 165)' },
    'color-sunken': { light: 'oklch(0.962 0.01 165)', dark: 'oklch(0.25 0.012 165)' },
    'color-text': { light: 'oklch(0.22 0.012 165)', dark: 'oklch(0.94 0.008 165)' },
    'color-muted': { light: 'oklch(0.43 0.014 165)', dark: 'oklch(0.8 0.014 165)' },
    'color-border': { light: 'oklch(0.82 0.012 165)', dark: 'oklch(0.4 0.012 165)' },
    'color-border-strong': { light: 'oklch(0.52 0.016 165)', dark: 'oklch(0.68 0.014 165)' },
    'color-accent': { light: 'oklch(0.46 0.1 165)', dark: 'oklch(0.8 0.1 165)' },
    'color-link': { light: 'oklch(0.4 0.09 165)', dark: 'oklch(0.84 0.095 165)' },
    'color-mark': { light: 'oklch(0.36 0.08 165)', dark: 'oklch(0.8 0.1 165)' },
    'color-mark-text': { light: 'oklch(0.99 0.006 165)', dark: 'oklch(0.2 0.02 165)' },
    'color-focus': 'var(--licet-color-accent)',
    'color-accent-soft': { light: 'oklch(0.945 0.03 165)', dark: 'oklch(0.28 0.03 165)' },
    'color-danger': { light: 'oklch(0.46 0.17 27)', dark: 'oklch(0.8 0.115 25)' },
    'color-danger-soft': { light: 'oklch(0.955 0.02 27)', dark: 'oklch(0.275 0.04 25)' },
    'color-inserted': { light: 'oklch(0.935 0.05 155)', dark: 'oklch(0.33 0.05 155)' },
    'color-deleted': { light: 'oklch(0.94 0.032 25)', dark: 'oklch(0.345 0.055 22)' },
    'color-decision-surface': { light: 'oklch(0.99 0.006 165)', dark: 'oklch(0.205 0.01 165)' },
    'color-decision-hover': { light: 'oklch(0.945 0.014 165)', dark: 'oklch(0.29 0.014 165)' },
    'color-decision-text': { light: 'oklch(0.22 0.012 165)', dark: 'oklch(0.94 0.008 165)' },
    'color-decision-border': { light: 'oklch(0.22 0.012 165)', dark: 'oklch(0.94 0.008 165)' },
    'color-backdrop': { light: 'oklch(0.2 0.012 165 / 0.5)', dark: 'oklch(0.06 0.006 165 / 0.72)' },
    'color-shadow': { light: 'oklch(0.2 0.012 165 / 0.12)', dark: 'oklch(0.03 0.006 165 / 0.5)' },
    ...DENSITIES.compact,
    'font-family': "'IBM Plex Sans', 'Segoe UI', 'Helvetica Neue', sans-serif",
    'font-weight-heading': '600',
    'font-scale': '1.16',
    radius: '4px',
    'radius-control': '4px',
    'icon-stroke': '1.25',
    duration: '120ms',
  },
  { composition: 'ledger' },
)
