import type { Command } from '../command.ts'
import { agentCommands } from './agents/commands.ts'
import { apiKeyCommands } from './api-keys/commands.ts'
import { auditCommand } from './audit/command.ts'
import { canaryCommand } from './canary.ts'
import { chatCommand } from './chat/command.ts'
import { customerCommands } from './customers.ts'
import { deadLetterCommands } from './dead-letters/commands.ts'
import { deletionCommands } from './deletion.ts'
import { deliveryCommands } from './deliveries/commands.ts'
import { discoveryCommands } from './discovery.ts'
import { doctorCommand } from './doctor/command.ts'
import { modelCommands } from './models.ts'
import { reconcileCommand } from './reconcile.ts'
import { restoreCommands } from './restore/commands.ts'
import { retentionCommand } from './retention.ts'
import { setUpCommands } from './set-up/commands.ts'
import { smokeCommand } from './smoke/command.ts'
import { traceCommand } from './trace/command.ts'
import { usageCommand } from './usage.ts'
import { userCommands } from './users.ts'
import { webhookCommands } from './webhooks.ts'

export const commands: readonly Command[] = [
  doctorCommand,
  smokeCommand,
  ...discoveryCommands,
  traceCommand,
  auditCommand,
  usageCommand,
  ...agentCommands,
  ...deliveryCommands,
  ...deadLetterCommands,
  chatCommand,
  reconcileCommand,
  ...webhookCommands,
  ...restoreCommands,
  ...userCommands,
  ...customerCommands,
  retentionCommand,
  ...deletionCommands,
  ...apiKeyCommands,
  ...setUpCommands,
  canaryCommand,
  ...modelCommands,
]
