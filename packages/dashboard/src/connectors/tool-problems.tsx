import { Alert } from '@mantine/core'
import type { ToolProblem } from '@replywright/contract/mcp-connectors.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Bullets } from '../ui/text.tsx'

/** The tools of a server that agents do not have, and why. `children` follow the list. */
export function ToolProblems({
  problems,
  children,
}: {
  readonly problems: readonly ToolProblem[]
  readonly children?: ReactNode
}) {
  if (problems.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Agents cannot use all tools of the server">
      <Bullets>
        {problems.map(({ tool, problem }) => (
          <li key={`${tool} ${problem}`}>
            {tool !== null && (
              <>
                <strong>
                  <bdi>{tool}</bdi>
                </strong>
                :{' '}
              </>
            )}
            {problem}
          </li>
        ))}
      </Bullets>
      {children}
    </Alert>
  )
}
