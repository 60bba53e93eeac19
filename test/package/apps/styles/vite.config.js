import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { SYSTEM, ORDER } = process.env

// The order of the two imports is the order of the style sheets.
const imports = ["import 'licet/styles.css'", `import * as system from '/systems/${SYSTEM}.tsx'`]
if (ORDER === 'after') imports.reverse()

/** The page of one style system, with the style sheet of the kit before or after the styles of the system. */
const page = {
  name: 'page',
  resolveId: (id) => (id === '/main.js' ? id : undefined),
  load: (id) => (id === '/main.js' ? [...imports, "import { show } from '/page.tsx'", 'show(system)'].join('\n') : undefined),
}

export default defineConfig({ plugins: [page, tailwind(), react()] })
