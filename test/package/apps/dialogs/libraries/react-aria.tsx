import { Dialog as Aria, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { HostDialogProps } from '../page.tsx'

export function Dialog({ open, onOpenChange, children }: HostDialogProps) {
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={onOpenChange}
      isDismissable
      style={{ position: 'fixed', inset: 0, background: '#0008' }}
    >
      <Modal style={{ background: '#fff', inlineSize: 300 }}>
        <Aria>
          <Heading slot="title">Of the host</Heading>
          {children}
        </Aria>
      </Modal>
    </ModalOverlay>
  )
}
