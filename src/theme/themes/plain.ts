import { defineTheme } from '../theme.ts'

/** Quiet black on white, with outlined choices. For an app that has no brand yet, or that leaves the stage to its content. */
export const plain = defineTheme({
  'color-surface': { light: 'oklch(1 0 0)', dark: 'oklch(0.195 0.004 265)' },
  'color-sunken': { light: 'oklch(0.972 0.002 265)', dark: 'oklch(0.24 0.005 265)' },
  'color-text': { light: 'oklch(0.22 0.008 265)', dark: 'oklch(0.945 0.003 265)' },
  'color-muted': { light: 'oklch(0.46 0.01 265)', dark: 'oklch(0.78 0.006 265)' },
  'color-border': { light: 'oklch(0.895 0.003 265)', dark: 'oklch(0.34 0.006 265)' },
  'color-border-strong': { light: 'oklch(0.56 0.008 265)', dark: 'oklch(0.64 0.008 265)' },
  'color-accent': { light: 'oklch(0.46 0.15 262)', dark: 'oklch(0.78 0.1 258)' },
  'color-focus': 'var(--licet-color-accent)',
  'color-accent-soft': { light: 'oklch(0.965 0.013 262)', dark: 'oklch(0.265 0.03 262)' },
  'color-danger': { light: 'oklch(0.48 0.165 27)', dark: 'oklch(0.78 0.12 25)' },
  'color-danger-soft': { light: 'oklch(0.97 0.013 27)', dark: 'oklch(0.26 0.035 25)' },
  'color-inserted': { light: 'oklch(0.94 0.05 155)', dark: 'oklch(0.33 0.055 155)' },
  'color-deleted': { light: 'oklch(0.945 0.032 25)', dark: 'oklch(0.345 0.06 22)' },
  'color-decision-surface': { light: 'oklch(1 0 0)', dark: 'oklch(0.195 0.004 265)' },
  'color-decision-hover': { light: 'oklch(0.955 0.003 265)', dark: 'oklch(0.28 0.005 265)' },
  'color-decision-text': { light: 'oklch(0.22 0.008 265)', dark: 'oklch(0.945 0.003 265)' },
  'color-decision-border': { light: 'oklch(0.22 0.008 265)', dark: 'oklch(0.945 0.003 265)' },
  'color-backdrop': { light: 'oklch(0.2 0.01 265 / 0.4)', dark: 'oklch(0.05 0.005 265 / 0.7)' },
  'color-shadow': { light: 'oklch(0.2 0.01 265 / 0.1)', dark: 'oklch(0.02 0.005 265 / 0.5)' },
  'font-family': 'system-ui, sans-serif',
  'font-weight-heading': '650',
  'font-scale': '1.2',
  radius: '12px',
  'radius-control': '12px',
})
