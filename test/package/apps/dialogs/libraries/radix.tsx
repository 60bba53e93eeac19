import { DropdownMenu, Dialog as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import type { HostDialogProps } from '../page.tsx'

export function Dialog({ children, ...state }: HostDialogProps) {
  return (
    <Radix.Root {...state}>
      <Radix.Portal>
        <Radix.Overlay style={{ position: 'fixed', inset: 0, background: '#0008' }} />
        <Radix.Content aria-describedby={undefined} style={{ position: 'fixed', top: 20, left: 20, background: '#fff' }}>
          <Radix.Title>Of the host</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function Menu({ item }: { readonly item: ReactElement }) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>Menu</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content>
          <DropdownMenu.Item asChild>{item}</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
