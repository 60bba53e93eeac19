import { create, type ThemeVars } from 'storybook/theming'

const FONT = '"Inter Variable", system-ui, sans-serif'

/** The colors of Storybook itself, light or dark as the device. */
export function workshopTheme(): ThemeVars {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  const common = { brandTitle: 'Licet workshop', brandUrl: './?path=/docs/welcome--docs', brandTarget: '_self', fontBase: FONT }
  return create({
    ...common,
    ...(isDark
      ? {
          base: 'dark',
          colorPrimary: '#8ab4f8',
          colorSecondary: '#5b8fd9',
          appBg: '#17191d',
          appContentBg: '#1c1e23',
          appPreviewBg: '#1c1e23',
          appBorderColor: '#33363d',
          barBg: '#1c1e23',
          textColor: '#eceef2',
        }
      : {
          base: 'light',
          colorPrimary: '#2f5f9e',
          colorSecondary: '#2f5f9e',
          appBg: '#f6f7f9',
          appContentBg: '#ffffff',
          appPreviewBg: '#ffffff',
          appBorderColor: '#e0e3e8',
          barBg: '#ffffff',
          textColor: '#1d2129',
        }),
  })
}
