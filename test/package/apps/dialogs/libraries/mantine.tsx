import '@mantine/core/styles.css'
import { Menu as MantineMenu, MantineProvider, Modal } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import type { HostDialogProps } from '../page.tsx'

export function Host({ children }: { readonly children: ReactNode }) {
  return <MantineProvider>{children}</MantineProvider>
}

export function Dialog({ open, onOpenChange, children }: HostDialogProps) {
  return (
    <Modal opened={open} onClose={() => onOpenChange(false)} title="Of the host">
      {children}
    </Modal>
  )
}

export function Menu({ item }: { readonly item: ReactElement }) {
  return (
    <MantineMenu>
      <MantineMenu.Target>
        <button type="button">Menu</button>
      </MantineMenu.Target>
      <MantineMenu.Dropdown>
        <MantineMenu.Item renderRoot={(props) => ({ ...item, props: { ...props, ...(item.props as object) } })} />
      </MantineMenu.Dropdown>
    </MantineMenu>
  )
}
