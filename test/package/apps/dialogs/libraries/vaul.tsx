import { Drawer } from 'vaul'
import type { HostDialogProps } from '../page.tsx'

export function Dialog({ children, ...state }: HostDialogProps) {
  return (
    <Drawer.Root {...state}>
      <Drawer.Portal>
        <Drawer.Overlay style={{ position: 'fixed', inset: 0, background: '#0008' }} />
        <Drawer.Content aria-describedby={undefined} style={{ position: 'fixed', bottom: 0, left: 0, background: '#fff' }}>
          <Drawer.Title>Of the host</Drawer.Title>
          {children}
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
