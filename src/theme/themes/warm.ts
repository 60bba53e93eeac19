import { DENSITIES } from '../density.ts'
import { defineTheme } from '../theme.ts'

/** Cream paper, terracotta and round buttons, with the dashed lines of a till receipt. For shops, food and communities. */
export const warm = defineTheme({
  'color-surface': { light: 'oklch(0.985 0.012 85)', dark: 'oklch(0.225 0.014 55)' },
  'color-sunken': { light: 'oklch(0.955 0.02 80)', dark: 'oklch(0.27 0.018 55)' },
  'color-text': { light: 'oklch(0.28 0.03 50)', dark: 'oklch(0.94 0.014 80)' },
  'color-muted': { light: 'oklch(0.47 0.035 50)', dark: 'oklch(0.8 0.025 75)' },
  'color-border': { light: 'oklch(0.82 0.045 55)', dark: 'oklch(0.43 0.035 55)' },
  'color-border-strong': { light: 'oklch(0.58 0.06 55)', dark: 'oklch(0.66 0.05 65)' },
  'color-accent': { light: 'oklch(0.48 0.13 38)', dark: 'oklch(0.79 0.11 55)' },
  'color-accent-soft': { light: 'oklch(0.945 0.03 65)', dark: 'oklch(0.3 0.04 45)' },
  'color-danger': { light: 'oklch(0.46 0.165 22)', dark: 'oklch(0.79 0.115 20)' },
  'color-danger-soft': { light: 'oklch(0.95 0.025 22)', dark: 'oklch(0.285 0.045 20)' },
  'color-inserted': { light: 'oklch(0.93 0.06 140)', dark: 'oklch(0.35 0.055 140)' },
  'color-deleted': { light: 'oklch(0.93 0.045 30)', dark: 'oklch(0.36 0.065 25)' },
  'color-decision-surface': { light: 'oklch(0.925 0.035 75)', dark: 'oklch(0.33 0.03 55)' },
  'color-decision-hover': { light: 'oklch(0.895 0.045 72)', dark: 'oklch(0.38 0.035 55)' },
  'color-decision-text': { light: 'oklch(0.28 0.03 50)', dark: 'oklch(0.95 0.014 80)' },
  'color-decision-border': { light: 'oklch(0.58 0.06 55)', dark: 'oklch(0.66 0.05 65)' },
  'color-backdrop': { light: 'oklch(0.3 0.04 45 / 0.5)', dark: 'oklch(0.1 0.02 45 / 0.7)' },
  'color-shadow': { light: 'oklch(0.35 0.06 45 / 0.16)', dark: 'oklch(0.06 0.02 45 / 0.5)' },
  ...DENSITIES.roomy,
  'font-family': "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', sans-serif",
  'font-weight-heading': '600',
  'font-scale': '1.25',
  'font-measure': '36rem',
  radius: '20px',
  'radius-control': '999px',
  'border-style': 'dashed',
  'icon-stroke': '1.75',
})
