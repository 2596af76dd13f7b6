/** The pages of `docs/` as a site with a search over all of them. `npm ci && npm run build` in this folder. */
import { defineConfig } from 'vitepress'

export default defineConfig({
  title: 'Fovea',
  description:
    'Makes the context of LLM agents smaller. It calls no model, and every byte can be brought back.',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: '.vitepress/cache',
  cleanUrls: true,
  lastUpdated: false,
  // Files of the repository that are no pages of the site; test/docs checks that they are there.
  ignoreDeadLinks: [
    /^(?:\.\/)?\.\.\//,
    /\/(?:SECURITY|CONTRIBUTING|CHANGELOG|README)$/,
    /^(?:\.\/)?decisions\/?$/,
  ],
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Install', link: '/install' },
          { text: 'Claude Code, step by step', link: '/claude-code' },
          { text: 'Your data', link: '/your-data' },
          { text: 'The command line', link: '/command-line' },
          { text: 'A session as a page', link: '/show' },
        ],
      },
      {
        text: 'Ways in',
        items: [
          { text: 'Hooks', link: '/hooks' },
          { text: 'The proxy', link: '/proxy' },
          { text: 'The MCP server', link: '/mcp' },
          { text: 'AI SDK and LangChain', link: '/middleware' },
          { text: 'Sessions', link: '/sessions' },
        ],
      },
      {
        text: 'How it works',
        items: [
          { text: 'Overview', link: '/how-it-works' },
          { text: 'Budgets', link: '/budget' },
          { text: 'Strategies', link: '/strategies' },
          { text: 'Kinds of content', link: '/content' },
          { text: 'Message pipeline', link: '/message-pipeline' },
          { text: 'Ledger', link: '/ledger' },
          { text: 'Partition', link: '/partition' },
          { text: 'Window and gate', link: '/window-and-gate' },
        ],
      },
      {
        text: 'More tools',
        items: [
          { text: 'Evaluation', link: '/evaluation' },
          { text: 'Workspaces', link: '/workspaces' },
          { text: 'Documents', link: '/text' },
          { text: 'Observations', link: '/observations' },
        ],
      },
      {
        text: 'Reference',
        items: [
          { text: 'API', link: '/api' },
          { text: 'Benchmarks', link: '/benchmarks' },
          { text: 'Reliability', link: '/reliability' },
          { text: 'Many machines', link: '/scale' },
          { text: 'Stability', link: '/stability' },
        ],
      },
    ],
  },
})
