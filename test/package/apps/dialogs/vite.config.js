import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page of one dialog library. */
const page = {
  name: 'page',
  resolveId: (id) => (id === '/main.js' ? id : undefined),
  load: (id) =>
    id === '/main.js'
      ? `import 'licet/styles.css'; import * as library from '/libraries/${process.env.LIBRARY}.tsx'; import { show } from '/page.tsx'; show(library)`
      : undefined,
}

export default defineConfig({ plugins: [page, react()], build: { chunkSizeWarningLimit: 5000 } })
