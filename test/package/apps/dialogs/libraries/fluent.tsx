import {
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Dialog as Fluent,
  FluentProvider,
  webLightTheme,
} from '@fluentui/react-components'
import type { ReactNode } from 'react'
import type { HostDialogProps } from '../page.tsx'

export function Host({ children }: { readonly children: ReactNode }) {
  return <FluentProvider theme={webLightTheme}>{children}</FluentProvider>
}

export function Dialog({ open, onOpenChange, children }: HostDialogProps) {
  return (
    <Fluent open={open} onOpenChange={(_, details) => onOpenChange(details.open)}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Of the host</DialogTitle>
          <DialogContent>{children}</DialogContent>
        </DialogBody>
      </DialogSurface>
    </Fluent>
  )
}
