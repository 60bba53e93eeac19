import { Dialog as Chakra, Menu as ChakraMenu, ChakraProvider, defaultSystem, Portal } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import type { HostDialogProps } from '../page.tsx'

export function Host({ children }: { readonly children: ReactNode }) {
  return <ChakraProvider value={defaultSystem}>{children}</ChakraProvider>
}

export function Dialog({ open, onOpenChange, children }: HostDialogProps) {
  return (
    <Chakra.Root open={open} onOpenChange={(details) => onOpenChange(details.open)} unmountOnExit lazyMount>
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner>
          <Chakra.Content>
            <Chakra.Title>Of the host</Chakra.Title>
            <Chakra.Body>{children}</Chakra.Body>
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  )
}

export function Menu({ item }: { readonly item: ReactElement }) {
  return (
    <ChakraMenu.Root unmountOnExit lazyMount>
      <ChakraMenu.Trigger>Menu</ChakraMenu.Trigger>
      <ChakraMenu.Positioner>
        <ChakraMenu.Content>
          <ChakraMenu.Item value="license" asChild>
            {item}
          </ChakraMenu.Item>
        </ChakraMenu.Content>
      </ChakraMenu.Positioner>
    </ChakraMenu.Root>
  )
}
