import { Alert, Button, Stack, Text } from '@mantine/core'
import { type Customer, undoCustomerMerge } from '@replywright/contract/customers.ts'
import { IconArrowMerge } from '@tabler/icons-react'
import { useState } from 'react'
import { Allowed } from '../ui/allowed.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'

/** Says that another customer was merged into this one, and undoes it. */
export function MergedNotice({
  customer,
  merge,
}: {
  readonly customer: string
  readonly merge: NonNullable<Customer['lastMerge']>
}) {
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const undoing = useAction(undoCustomerMerge, { done: 'Merge undone', onDone: close })
  return (
    <Alert color="blue" icon={<IconArrowMerge aria-hidden />} title="Another customer was merged into this one">
      <Stack gap="xs" align="start">
        <Text>
          Merged <When at={merge.mergedAt} />. The time to undo it ends <When at={merge.undoUntil} />.
        </Text>
        <Allowed endpoint={undoCustomerMerge}>
          <Button variant="default" size="xs" onClick={() => setConfirming(true)}>
            Undo
          </Button>
        </Allowed>
      </Stack>
      <ConfirmDialog
        opened={isConfirming}
        onClose={close}
        title="Undo the merge?"
        confirm="Undo merge"
        onConfirm={() => undoing.mutate({ params: { customer, id: merge.id } })}
        isPending={undoing.isPending}
        error={undoing.error}
      >
        Names, conversations, notes and what agents remember return to the customer from whom they came. A message that
        came since then goes to whoever has the name from which it came. What members and agents changed since then
        stays here.
      </ConfirmDialog>
    </Alert>
  )
}
