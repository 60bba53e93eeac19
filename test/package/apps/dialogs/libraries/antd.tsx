import { Modal } from 'antd'
import type { HostDialogProps } from '../page.tsx'

export function Dialog({ open, onOpenChange, children }: HostDialogProps) {
  return (
    <Modal open={open} onCancel={() => onOpenChange(false)} title="Of the host" footer={null}>
      {children}
    </Modal>
  )
}
