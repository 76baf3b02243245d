import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { words } from './words.ts'

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
      title={words.unsaved.title}
      confirm={words.unsaved.discard}
      danger
      onConfirm={() => blocker.proceed?.()}
      isPending={false}
    >
      <Text size="sm">{words.unsaved.text}</Text>
    </ConfirmDialog>
  )
}
