import { Button, FileButton, Text } from '@mantine/core'
import type { Agent } from '@messaging/contract/agents.ts'
import { getOverview } from '@messaging/contract/dashboard/overview.ts'
import { IconFileText, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DocumentRow } from './document-row.tsx'
import { ACCEPTED, KINDS } from './document-words.ts'
import classes from './documents-section.module.css'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

/** The agent's documents. Uploads, renames and deletions are saved immediately. */
export function DocumentsSection({ agent, isReadOnly }: { readonly agent: Agent; readonly isReadOnly: boolean }) {
  const { uploads, upload, dismiss } = useUploads(agent.id)
  const { documents } = agent
  const problems = useProblems(documents.some(({ status }) => status === 'error'))
  return (
    <Panel
      title="Documents"
      actions={
        !isReadOnly && (
          <FileButton multiple accept={ACCEPTED} onChange={(files) => void upload(files)}>
            {(props) => (
              <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
                Upload
              </Button>
            )}
          </FileButton>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        Reference files for the agent: {KINDS}, up to 20 MB each, at most 100. Changes are saved immediately.
      </Text>
      {documents.length + uploads.length === 0 ? (
        <EmptyState icon={IconFileText} title="No documents yet">
          Upload price lists, manuals or FAQs.
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {uploads.map((each) => (
            <UploadRow key={each.key} upload={each} onDismiss={() => dismiss(each.key)} />
          ))}
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              agentId={agent.id}
              document={document}
              problem={problems.get(document.id)}
              isReadOnly={isReadOnly}
              onReplace={(file) => upload([file])}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Returns why documents could not be read, by document id. The overview has the latest ones only. */
function useProblems(isEnabled: boolean): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...read(getOverview, {}), enabled: isEnabled })
  return new Map(data?.documents.inError.map(({ id, problem }) => [id, problem]))
}
