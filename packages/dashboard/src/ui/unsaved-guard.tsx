import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks for confirmation before leaving a page with unsaved changes. Views of the same page do not count as leaving. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname && next.pathname !== '/sign-in',
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Discard changes?"
      confirm="Discard"
      danger
      onConfirm={() => blocker.proceed?.()}
      isPending={false}
    >
      <Text size="sm">Your unsaved changes on this page will be lost.</Text>
    </ConfirmDialog>
  )
}
