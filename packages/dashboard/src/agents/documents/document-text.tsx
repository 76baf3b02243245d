import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type DocumentText, getDocumentText } from '@replywright/contract/dashboard/agents.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { tellError } from '../../ui/notices.tsx'
import { Loaded } from '../../ui/page.tsx'
import classes from '../agent.module.css'

/** A text that an agent had, or has, of a document. */
export interface ShownText {
  readonly agentId: string
  readonly id: string
  readonly name: string
  /** The text before the file was replaced. */
  readonly before?: DocumentText | undefined
}

const POLL_MS = 2_000

/** The text of a document as the agent searches it, beside the text of the file that it replaced. */
export function DocumentTextDialog({
  shown,
  onClose,
}: {
  readonly shown: ShownText | undefined
  readonly onClose: () => void
}) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      size={shown?.before ? '80rem' : 'xl'}
      title={shown && `Text of ${shown.name}`}
    >
      {shown && <Texts shown={shown} />}
    </Modal>
  )
}

function Texts({ shown: { agentId, id, before } }: { readonly shown: ShownText }) {
  const query = useQuery({
    ...read(getDocumentText, { params: { id: agentId, documentId: id }, query: {} }),
    // A new file is being read.
    refetchInterval: ({ state }) => before !== undefined && state.data?.total === 0 && POLL_MS,
  })
  return (
    <Loaded query={query}>
      {(text) => {
        const current = <Passages agentId={agentId} id={id} first={text} key={text.total} />
        if (!before) return current
        return (
          <Group align="flex-start" gap="md">
            <Box component="section" flex="1 1 20rem">
              <Text fw={600}>Before</Text>
              <PassageList passages={before.passages} total={before.total} />
            </Box>
            <Box component="section" flex="1 1 20rem">
              <Text fw={600}>After</Text>
              {current}
            </Box>
          </Group>
        )
      }}
    </Loaded>
  )
}

function Passages({
  agentId,
  id,
  first,
}: {
  readonly agentId: string
  readonly id: string
  readonly first: DocumentText
}) {
  const [more, setMore] = useState<DocumentText['passages']>([])
  const passages = [...first.passages, ...more]
  const load = () =>
    call(getDocumentText, { params: { id: agentId, documentId: id }, query: { offset: String(passages.length) } }).then(
      (next) => setMore((all) => [...all, ...next.passages]),
      tellError,
    )
  return (
    <Stack gap="xs">
      <PassageList passages={passages} total={first.total} />
      {passages.length < first.total && (
        <Button variant="default" onClick={load}>
          Show more passages
        </Button>
      )}
    </Stack>
  )
}

function PassageList({ passages, total }: Readonly<DocumentText>) {
  if (total === 0) return <Text c="dimmed">The agent has no text of it.</Text>
  // Passages have no ids, and never change their order.
  const numbered = passages.map((passage, number) => ({ ...passage, number }))
  return (
    <>
      <Text c="dimmed" size="sm">
        {total === 1 ? '1 passage' : `${total} passages`}. A search of the agent returns the five that fit best.
      </Text>
      <ol className={classes.passages}>
        {numbered.map(({ number, place, text }) => (
          <li key={number}>
            {place && (
              <Text size="xs" c="dimmed">
                {place}
              </Text>
            )}
            <Text size="sm" className={classes.passage}>
              {text}
            </Text>
          </li>
        ))}
      </ol>
    </>
  )
}
