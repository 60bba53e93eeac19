import { Dialog as Base } from '@base-ui/react/dialog'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import type { HostDialogProps } from '../page.tsx'

export function Dialog({ children, ...state }: HostDialogProps) {
  return (
    <Base.Root {...state}>
      <Base.Portal>
        <Base.Backdrop style={{ position: 'fixed', inset: 0, background: '#0008' }} />
        <Base.Popup style={{ position: 'fixed', top: 20, left: 20, background: '#fff' }}>
          <Base.Title>Of the host</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export function Menu({ item }: { readonly item: ReactElement }) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger>Menu</BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner>
          <BaseMenu.Popup>
            <BaseMenu.Item nativeButton render={item} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
