/** Small programs, and the lines of each that are signatures. */

export interface Program {
  readonly path: string
  readonly text: string
  /** The first lines of its signatures, without indentation, in order. */
  readonly heads: readonly string[]
}

export const programs: readonly Program[] = [
  {
    path: 'shop.ts',
    text: `import { readFile } from 'node:fs/promises'

export interface Shop {
  readonly name: string
  open(day: string): boolean
}

type Day = 'monday' | 'tuesday'

export abstract class Base<T extends object> implements Shop {
  #count = 0
  constructor(readonly name: string) {
    super()
  }

  get count(): number {
    return this.#count
  }

  async *entries(): AsyncGenerator<T> {
    for (const one of await this.list()) {
      if (one) {
        yield one
      }
    }
  }
}

const lines = async (path: string): Promise<string[]> => {
  const text = await readFile(path, 'utf8')
  return text.split('\\n')
}

export default function main(): void {
  lines('a').catch(error => {
    console.error(error)
  })
}
`,
    heads: [
      "import { readFile } from 'node:fs/promises'",
      'export interface Shop {',
      'open(day: string): boolean',
      "type Day = 'monday' | 'tuesday'",
      'export abstract class Base<T extends object> implements Shop {',
      'constructor(readonly name: string) {',
      'get count(): number {',
      'async *entries(): AsyncGenerator<T> {',
      'const lines = async (path: string): Promise<string[]> => {',
      'export default function main(): void {',
    ],
  },
  {
    path: 'queue.js',
    text: `import { log } from './log.js'

class Queue {
  push(item) {
    this.items.push(item)
  }
}

function drain(queue) {
  while (queue.size > 0) {
    log(queue.pop())
  }
}

const size = queue => queue.items.length
`,
    heads: [
      "import { log } from './log.js'",
      'class Queue {',
      'push(item) {',
      'function drain(queue) {',
      'const size = queue => queue.items.length',
    ],
  },
  {
    path: 'worker.py',
    text: `"""Runs jobs.

def not_a_function():
"""
import asyncio
from typing import (
    Any,
    Callable,
)

LIMIT = 10


class Worker(Base):
    name: str = "x"

    def __init__(self, queue: Any) -> None:
        self.queue = queue

    @property
    def size(self) -> int:
        return len(self.queue)


async def run(
    worker: Worker,
    times: int = 1,
) -> None:
    def inner(x):
        return x
    for _ in range(times):
        await worker.step()
`,
    heads: [
      'import asyncio',
      'from typing import (',
      'LIMIT = 10',
      'class Worker(Base):',
      'def __init__(self, queue: Any) -> None:',
      'def size(self) -> int:',
      'async def run(',
      'def inner(x):',
    ],
  },
  {
    path: 'store.go',
    text: `package store

import (
	"context"
	"fmt"
)

const limit = 10

type Store struct {
	items map[string]int
}

func New() *Store {
	return &Store{items: map[string]int{}}
}

func (s *Store) Get(ctx context.Context, key string) (int, error) {
	value, ok := s.items[key]
	if !ok {
		return 0, fmt.Errorf("missing %s", key)
	}
	return value, nil
}
`,
    heads: [
      'package store',
      'import (',
      'const limit = 10',
      'type Store struct {',
      'func New() *Store {',
      'func (s *Store) Get(ctx context.Context, key string) (int, error) {',
    ],
  },
  {
    path: 'cache.rs',
    text: `use std::collections::HashMap;

const LIMIT: usize = 10;

#[derive(Debug)]
pub struct Cache<'a> {
    items: HashMap<&'a str, char>,
}

pub(crate) trait Keep {
    fn keep(&self, key: &str) -> bool;
}

impl<'a> Cache<'a> {
    pub fn new() -> Self {
        let quote = '"';
        Cache { items: HashMap::new() }
    }

    async unsafe fn risky(&mut self) -> Result<(), String> {
        Ok(())
    }
}

mod tests {
    fn works() {
        assert!(true);
    }
}
`,
    heads: [
      'use std::collections::HashMap;',
      'const LIMIT: usize = 10;',
      "pub struct Cache<'a> {",
      'pub(crate) trait Keep {',
      'fn keep(&self, key: &str) -> bool;',
      "impl<'a> Cache<'a> {",
      'pub fn new() -> Self {',
      'async unsafe fn risky(&mut self) -> Result<(), String> {',
      'mod tests {',
      'fn works() {',
    ],
  },
  {
    path: 'Bank.java',
    text: `package org.example.bank;

import java.util.List;

public final class Bank implements Ledger {
    private final List<Account> accounts;

    public Bank(List<Account> accounts) {
        this.accounts = accounts;
    }

    @Override
    public long total(String currency) throws IOException {
        if (currency == null) {
            throw new IllegalArgumentException("currency");
        }
        return accounts.stream().mapToLong(Account::balance).sum();
    }

    interface Listener {
        void changed(Account account);
    }
}
`,
    heads: [
      'package org.example.bank;',
      'import java.util.List;',
      'public final class Bank implements Ledger {',
      'public Bank(List<Account> accounts) {',
      'public long total(String currency) throws IOException {',
      'interface Listener {',
      'void changed(Account account);',
    ],
  },
  {
    path: 'Mailer.cs',
    text: `using System;

namespace Example.Mail
{
    public interface IMailer
    {
        Task SendAsync(string to);
    }

    [Serializable]
    public sealed class Mailer : IMailer
    {
        private readonly string host;

        public Mailer(string host)
        {
            this.host = host;
        }

        public async Task SendAsync(string to)
        {
            if (to == null)
            {
                return;
            }
            await client.Send(host, to);
        }
    }
}
`,
    heads: [
      'using System;',
      'namespace Example.Mail',
      'public interface IMailer',
      'Task SendAsync(string to);',
      'public sealed class Mailer : IMailer',
      'public Mailer(string host)',
      'public async Task SendAsync(string to)',
    ],
  },
  {
    path: 'grid.cpp',
    text: `#include <vector>
#define LIMIT 10

namespace grid {

struct Point {
  int x;
};

class Grid {
 public:
  Grid(int width) {
    resize(width);
  }
};

}

static int area(const grid::Point& a, const grid::Point& b) {
  for (int i = 0; i < LIMIT; i++) {
    step(i);
  }
  return a.x * b.x;
}

int main(int argc, char** argv) {
  return area({1}, {2});
}
`,
    heads: [
      '#include <vector>',
      '#define LIMIT 10',
      'namespace grid {',
      'struct Point {',
      'class Grid {',
      'Grid(int width) {',
      'static int area(const grid::Point& a, const grid::Point& b) {',
      'int main(int argc, char** argv) {',
    ],
  },
  {
    path: 'order.rb',
    text: `module Shop
  class Order < Base
    def initialize(items)
      @items = items
    end

    def self.empty
      new([])
    end
  end
end
`,
    heads: ['module Shop', 'class Order < Base', 'def initialize(items)', 'def self.empty'],
  },
  {
    path: 'Route.php',
    text: `<?php

namespace App\\Http;

use App\\Models\\User;

final class Route extends Base
{
    public function handle(User $user): string
    {
        if ($user->isGuest()) {
            return 'login';
        }
        return 'home';
    }

    private static function key(): string
    {
        return 'k';
    }
}

function helper(int $a)
{
    return $a;
}
`,
    heads: [
      'namespace App\\Http;',
      'use App\\Models\\User;',
      'final class Route extends Base',
      'public function handle(User $user): string',
      'private static function key(): string',
      'function helper(int $a)',
    ],
  },
  {
    path: 'deploy.sh',
    text: `#!/usr/bin/env bash
set -euo pipefail
TARGET=production

usage() {
  cat <<EOF
fake() {
EOF
}

function deploy {
  if [[ -n "$1" ]]; then
    echo "deploying to $TARGET"
  fi
}

deploy "$@"
`,
    heads: ['TARGET=production', 'usage() {', 'function deploy {'],
  },
  {
    path: 'site.css',
    text: `@import url("reset.css");

.card,
.panel {
  color: red;
}

@media (min-width: 40em) {
  .card:hover {
    color: blue;
  }
}
`,
    heads: ['@import url("reset.css");', '.card,', '@media (min-width: 40em) {', '.card:hover {'],
  },
  {
    path: 'Build.ps1',
    text: `function Get-Version {
  param([string]$Path)
  if (Test-Path $Path) {
    return 1
  }
}

class Build {
  [string] Name() {
    return $this.name
  }
}
`,
    heads: ['function Get-Version {', 'class Build {', '[string] Name() {'],
  },
]

/** Languages that only the plain scanner reads. */
export const otherPrograms: readonly Program[] = [
  {
    path: 'Repo.kt',
    text: `package org.example

import kotlin.math.max

data class Entry(val key: String)

class Repo(private val size: Int) {
    suspend fun load(key: String): Entry {
        return Entry(key)
    }
}

fun main() = println("hi")
`,
    heads: [
      'package org.example',
      'import kotlin.math.max',
      'data class Entry(val key: String)',
      'class Repo(private val size: Int) {',
      'suspend fun load(key: String): Entry {',
      'fun main() = println("hi")',
    ],
  },
  {
    path: 'View.swift',
    text: `import SwiftUI

public struct ContentView: View {
    init(name: String) {
        self.name = name
    }

    private func reload() async throws {
        guard let item = item else { return }
    }
}

extension String {
}
`,
    heads: [
      'import SwiftUI',
      'public struct ContentView: View {',
      'init(name: String) {',
      'private func reload() async throws {',
      'extension String {',
    ],
  },
  {
    path: 'schema.sql',
    text: `-- create table fake
CREATE TABLE users (
  id integer PRIMARY KEY
);

create or replace view active as
  select id from users;

INSERT INTO users VALUES (1);
`,
    heads: ['CREATE TABLE users (', 'create or replace view active as', 'INSERT INTO users VALUES (1);'],
  },
  {
    path: 'ci.yaml',
    text: `name: check
on:
  push:
    branches: [main]
jobs:
  test:
    runs-on: ubuntu
`,
    heads: ['name: check', 'on:', 'push:', 'jobs:', 'test:'],
  },
]
