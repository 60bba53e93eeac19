import { DENSITIES } from '../density.ts'
import { defineTheme } from '../theme.ts'

/** One column of serif type that reads like a letter, with a line to sign on above the choice. For care, education and research. */
export const letter = defineTheme(
  {
    'color-surface': { light: 'oklch(0.992 0.006 75)', dark: 'oklch(0.21 0.008 75)' },
    'color-sunken': { light: 'oklch(0.965 0.01 75)', dark: 'oklch(0.255 0.01 75)' },
    'color-text': { light: 'oklch(0.22 0.012 75)', dark: 'oklch(0.94 0.008 75)' },
    'color-muted': { light: 'oklch(0.43 0.014 75)', dark: 'oklch(0.8 0.014 75)' },
    'color-border': { light: 'oklch(0.82 0.012 75)', dark: 'oklch(0.4 0.012 75)' },
    'color-border-strong': { light: 'oklch(0.52 0.016 75)', dark: 'oklch(0.68 0.014 75)' },
    'color-accent': { light: 'oklch(0.45 0.12 300)', dark: 'oklch(0.8 0.09 300)' },
    'color-link': { light: 'oklch(0.42 0.13 300)', dark: 'oklch(0.84 0.075 300)' },
    'color-mark': { light: 'oklch(0.94 0.03 300)', dark: 'oklch(0.29 0.05 300)' },
    'color-mark-text': { light: 'oklch(0.42 0.13 300)', dark: 'oklch(0.84 0.075 300)' },
    'color-focus': 'var(--licet-color-accent)',
    'color-accent-soft': { light: 'oklch(0.95 0.02 300)', dark: 'oklch(0.28 0.035 300)' },
    'color-danger': { light: 'oklch(0.46 0.17 27)', dark: 'oklch(0.8 0.115 25)' },
    'color-danger-soft': { light: 'oklch(0.955 0.02 27)', dark: 'oklch(0.275 0.04 25)' },
    'color-inserted': { light: 'oklch(0.935 0.05 155)', dark: 'oklch(0.33 0.05 155)' },
    'color-deleted': { light: 'oklch(0.94 0.032 25)', dark: 'oklch(0.345 0.055 22)' },
    'color-decision-surface': { light: 'oklch(0.992 0.006 75)', dark: 'oklch(0.21 0.008 75)' },
    'color-decision-hover': { light: 'oklch(0.95 0.014 75)', dark: 'oklch(0.295 0.012 75)' },
    'color-decision-text': { light: 'oklch(0.22 0.012 75)', dark: 'oklch(0.94 0.008 75)' },
    'color-decision-border': { light: 'oklch(0.22 0.012 75)', dark: 'oklch(0.94 0.008 75)' },
    'color-backdrop': { light: 'oklch(0.2 0.012 75 / 0.5)', dark: 'oklch(0.06 0.006 75 / 0.72)' },
    'color-shadow': { light: 'oklch(0.2 0.012 75 / 0.12)', dark: 'oklch(0.03 0.006 75 / 0.5)' },
    ...DENSITIES.roomy,
    'font-family': "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, Georgia, serif",
    'font-weight-heading': '600',
    'font-size': '1.0625rem',
    'font-scale': '1.2',
    'font-measure': '36rem',
    radius: '3px',
    'radius-control': '3px',
  },
  { composition: 'letter' },
)
