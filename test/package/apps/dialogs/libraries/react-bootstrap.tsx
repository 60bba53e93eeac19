import 'bootstrap/dist/css/bootstrap.min.css'
import type { ReactElement } from 'react'
import Dropdown from 'react-bootstrap/Dropdown'
import Modal from 'react-bootstrap/Modal'
import type { HostDialogProps } from '../page.tsx'

export function Dialog({ open, onOpenChange, children }: HostDialogProps) {
  return (
    <Modal show={open} onHide={() => onOpenChange(false)}>
      <Modal.Title>Of the host</Modal.Title>
      <Modal.Body>{children}</Modal.Body>
    </Modal>
  )
}

export function Menu({ item }: { readonly item: ReactElement }) {
  return (
    <Dropdown>
      <Dropdown.Toggle>Menu</Dropdown.Toggle>
      <Dropdown.Menu>{item}</Dropdown.Menu>
    </Dropdown>
  )
}
