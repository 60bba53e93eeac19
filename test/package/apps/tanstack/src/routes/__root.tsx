import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import styles from 'licet/styles.css?url'

export const Route = createRootRoute({
  head: () => ({
    meta: [{ charSet: 'utf-8' }, { title: 'Pomelo' }],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: 'data:,' },
    ],
  }),
  component: Root,
})

function Root() {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}
