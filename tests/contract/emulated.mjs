// A GitHub that nobody here wrote, on loopback; the first line on stdout says where, and with what.
//
//   node emulated.mjs PORT WEBHOOK_URL WEBHOOK_SECRET
import { createEmulator } from 'emulate'

const [port, webhookUrl, webhookSecret] = process.argv.slice(2)
const github = await createEmulator({
  service: 'github',
  port: Number(port),
  seed: {
    tokens: { alice_token: { login: 'alice', scopes: ['repo'] } },
    github: {
      users: [{ login: 'alice' }, { login: 'mallory' }],
      orgs: [{ login: 'octo', members: [{ login: 'alice', role: 'admin' }] }],
      repos: [{ owner: 'octo', name: 'pipelines', auto_init: true }],
      apps: [
        {
          app_id: 12345,
          slug: 'backfill-bot',
          name: 'Backfill bot',
          permissions: {
            checks: 'write',
            contents: 'read',
            issues: 'write',
            metadata: 'read',
            pull_requests: 'write',
          },
          events: ['check_run', 'check_suite', 'issue_comment', 'pull_request'],
          webhook_url: webhookUrl,
          webhook_secret: webhookSecret,
          installations: [
            { installation_id: 100, account: 'octo', repository_selection: 'all' },
          ],
        },
      ],
    },
  },
})
const key = github.generatedSecrets.find((one) => one.kind === 'github.app_private_key')
console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, private_key: key.value }))
process.stdin.on('end', () => process.exit(0)).resume()
