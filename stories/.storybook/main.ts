import type { StorybookConfig } from '@storybook/react-vite'
import remarkGfm from 'remark-gfm'

/** Tables in docs pages. */
const mdxPluginOptions = { mdxCompileOptions: { remarkPlugins: [remarkGfm] } }

const config: StorybookConfig = {
  stories: ['../**/*.mdx', '../**/*.stories.tsx'],
  addons: [{ name: '@storybook/addon-docs', options: { mdxPluginOptions } }, '@storybook/addon-a11y', '@storybook/addon-vitest'],
  // The Vite configuration of the project adds the plugins for templates and styles, and skips the library build.
  framework: { name: '@storybook/react-vite', options: { builder: { viteConfigPath: 'vite.config.ts' } } },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // The toolbar of preview.tsx has a theme and a scheme instead of backgrounds, and its own measurements.
  features: { backgrounds: false, measure: false, outline: false, sidebarOnboardingChecklist: false },
  typescript: { reactDocgen: 'react-docgen' },
}

export default config
