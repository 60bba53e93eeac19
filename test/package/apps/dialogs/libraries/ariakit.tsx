import * as Ariakit from '@ariakit/react'
import type { ReactElement } from 'react'
import type { HostDialogProps } from '../page.tsx'

export function Dialog({ open, onOpenChange, children }: HostDialogProps) {
  return (
    <Ariakit.Dialog
      open={open}
      onClose={() => onOpenChange(false)}
      backdrop={<div style={{ background: '#0008' }} />}
      style={{ position: 'fixed', top: 20, left: 20, background: '#fff' }}
    >
      <Ariakit.DialogHeading>Of the host</Ariakit.DialogHeading>
      {children}
    </Ariakit.Dialog>
  )
}

export function Menu({ item }: { readonly item: ReactElement }) {
  return (
    <Ariakit.MenuProvider>
      <Ariakit.MenuButton>Menu</Ariakit.MenuButton>
      <Ariakit.Menu portal unmountOnHide>
        <Ariakit.MenuItem render={item} />
      </Ariakit.Menu>
    </Ariakit.MenuProvider>
  )
}
