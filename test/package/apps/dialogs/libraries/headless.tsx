import {
  DialogPanel,
  DialogTitle,
  Dialog as Headless,
  Menu as HeadlessMenu,
  MenuButton,
  MenuItem,
  MenuItems,
} from '@headlessui/react'
import type { ReactElement } from 'react'
import type { HostDialogProps } from '../page.tsx'

export function Dialog({ open, onOpenChange, children }: HostDialogProps) {
  return (
    <Headless open={open} onClose={() => onOpenChange(false)} style={{ position: 'fixed', inset: 0 }}>
      <DialogPanel style={{ background: '#fff', inlineSize: 300 }}>
        <DialogTitle>Of the host</DialogTitle>
        {children}
      </DialogPanel>
    </Headless>
  )
}

export function Menu({ item }: { readonly item: ReactElement }) {
  return (
    <HeadlessMenu>
      <MenuButton>Menu</MenuButton>
      <MenuItems anchor="bottom">
        <MenuItem>{item}</MenuItem>
      </MenuItems>
    </HeadlessMenu>
  )
}
