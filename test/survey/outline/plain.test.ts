import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OutlineCase, outlineText } from './outline-text.ts';

const cases: readonly OutlineCase[] = [
  {
    claim: 'Go',
    path: 'a.go',
    text: 'package shelf\n\n/*\nfunc No() {}\n*/\n// func No()\ntype Book struct {\n\tTitle string\n}\n\nfunc (s *Shelf) Add(b Book) error {\n\treturn nil\n}\nfunc own() {}\nconst Max = 10\n',
    expected: 'package shelf\ntype Book struct\nfunc (s *Shelf) Add(b Book) error\nconst Max = 10',
  },
  {
    claim: 'Go of a program, which exports nothing',
    path: 'main.go',
    text: 'package main\n\ntype options struct {\n}\n\nfunc main() {\n}\n\nfunc run(args []string) int {\n\treturn len(args)\n}\nfunc first[T any](of []T) T {\n}\n',
    expected: 'package main\ntype options struct\nfunc run(args []string) int\nfunc first[T any](of []T) T',
  },
  {
    claim: 'Go with the beginnings of comments in comments and strings',
    path: 'b.go',
    text: `package web\n\n// Static serves /static/*.\nfunc Static() {\n\tr.Get("/api/*", h)\n}\n/* ${'long '.repeat(80)}*/\nfunc Later(a int /* b */) {\n\tr.Get('/*', \`/*\`) /* No() \n}\nfunc No() {}\n*/\nfunc Last() {\n}\n`,
    expected: 'package web\nfunc Static()\nfunc Later(a int  )\nfunc Last()',
  },
  {
    claim: 'Java with a path of an endpoint',
    path: 'B.java',
    text: 'public class Files {\n    @GetMapping("/files/*")\n    public String read(String id) {\n    }\n}\n',
    expected: 'public class Files\n  public String read(String id)',
  },
  {
    claim: 'Rust',
    path: 'a.rs',
    text: 'use std::io;\npub struct Book { title: String }\nimpl Book {\n    pub fn new(title: &str) -> Self {\n        todo!()\n    }\n    fn own(&self) {}\n}\npub(crate) async fn load<T: Read>(from: T) -> io::Result<()> {\n}\n',
    expected:
      'pub struct Book { title: String }\nimpl Book\n  pub fn new(title: &str) -> Self\npub(crate) async fn load<T: Read>(from: T) -> io::Result<()>',
  },
  {
    claim: 'Rust of traits, and of what is private',
    path: 'b.rs',
    text: 'trait Shape {\n    fn area(&self) -> f64;\n    fn draw(&self, on: &mut Page);\n}\nfn split(text: &str) -> Words { key("k3y") }\nfn join(\n    parts: &[u8],\n) {\n}\nfn main() {\n}\n#[test]\nfn splits() {\n}\n',
    expected:
      'trait Shape\n  fn area(&self) -> f64\n  fn draw(&self, on: &mut Page)\nfn split(text: &str) -> Words\nfn join(parts: &[u8])',
  },
  {
    claim: 'Java that says nothing of who may call it',
    path: 'C.java',
    text: 'interface Shelf {\n    List<Book> find(String title) throws IOException;\n}\nclass Own {\n    static int count(int[] of) {\n        return add(of);\n        new Book(of);\n        Book book = find(of);\n        book.add(of);\n    }\n    private int own(int a) { return a; }\n}\n',
    expected:
      'interface Shelf\n  List<Book> find(String title) throws IOException\nclass Own\n  static int count(int[] of)',
  },
  {
    claim: 'Java',
    path: 'A.java',
    text: 'package org.example;\n\npublic class Shelf extends Base {\n    private int own;\n    public List<Book> find(String title) throws IOException {\n        return null;\n    }\n}\n',
    expected:
      'package org.example\npublic class Shelf extends Base\n  public List<Book> find(String title) throws IOException',
  },
  {
    claim: 'Kotlin',
    path: 'a.kt',
    text: 'data class Book(val title: String)\nsuspend fun load(id: Int): Book {\n}\n',
    expected: 'data class Book(val title: String)\nsuspend fun load(id: Int): Book',
  },
  {
    claim: 'C#',
    path: 'a.cs',
    text: 'namespace Shelf\n{\n    public sealed class Book : Thing\n    {\n        public string Title { get; }\n        private int own;\n        public async Task<int> Count(string by)\n        {\n        }\n    }\n}\n',
    expected:
      'namespace Shelf\n  public sealed class Book : Thing\n    public string Title { get; }\n    public async Task<int> Count(string by)',
  },
  {
    claim: 'Ruby',
    path: 'a.rb',
    text: '# def no\nmodule Shelf\n  class Book < Thing\n    attr_reader :title\n    def read?(now)\n      true\n    end\n  end\nend\n',
    expected: 'module Shelf\n  class Book < Thing\n  attr_reader :title\n  def read?(now)',
  },
  {
    claim: 'C on one line',
    path: 'b.c',
    text: 'static int add(int a, int b) { return a + b; }\nint main(void) {\n  add(1, 2);\n}\n',
    expected: 'static int add(int a, int b)\nint main(void)',
  },
  {
    claim: 'C',
    path: 'a.c',
    text: '#include "a.h"\n#define SWAP(a, b) do {} while (0)\nstruct book {\n  int pages;\n};\nstatic int count(const struct book *of, size_t n)\n{\n  return n;\n  if (n) count(of, n);\n}\n',
    expected: '#define SWAP(a, b) do {} while (0)\nstruct book\nstatic int count(const struct book *of, size_t n)',
  },
  {
    claim: 'PHP',
    path: 'a.php',
    text: '<?php\nnamespace App;\nfinal class Book {\n    public function title(): string {\n    }\n    private function own() {}\n}\n',
    expected: 'namespace App\nfinal class Book\n  public function title(): string',
  },
  {
    claim: 'parameters that have lines of their own',
    path: 'a.rs',
    text: 'impl Book {\n    pub fn load<T: Read>(\n        &self,\n        from: T, // its source (open\n        most: usize,\n    ) -> io::Result<()>\n    {\n    }\n}\npub fn never(\n\npub fn after() {\n',
    expected:
      'impl Book\n  pub fn load<T: Read>(&self, from: T, most: usize) -> io::Result<()>\npub fn never(\npub fn after()',
  },
  {
    claim: 'brackets in strings',
    path: 'a.go',
    text: 'const Open = "("\nconst Mark = \'(\'\nfunc Close(s string) bool {\n\treturn s == ")"\n}\n',
    expected: 'const Open = …\nconst Mark = …\nfunc Close(s string) bool',
  },
  {
    claim: 'columns of a table',
    path: 'a.sql',
    text: 'CREATE TABLE book (\n  id int PRIMARY KEY, -- its number\n  title varchar(80)\n);\n',
    expected: 'CREATE TABLE book (id int PRIMARY KEY, title varchar(80))',
  },
  {
    claim: 'values among parameters',
    path: 'a.kt',
    text: 'fun open(\n    host: String,\n    key: String = "k3y",\n): Link {\n}\n',
    expected: 'fun open(host: String, key: String = …',
  },
  {
    claim: 'shell',
    path: 'a.sh',
    text: '#!/bin/sh\nbuild() {\n  make\n}\nfunction clean {\n}\n',
    expected: 'build()\nfunction clean',
  },
  {
    claim: 'SQL',
    path: 'a.sql',
    text: '-- create table no (x int);\nCREATE TABLE book (\n  id int\n);\ncreate unique index by_title on book (title);\n',
    expected: 'CREATE TABLE book (id int)\ncreate unique index by_title on book (title)',
  },
  {
    claim: 'protocol buffers',
    path: 'a.proto',
    text: 'message Book {\n  string title = 1;\n}\nservice Shelf {\n  rpc Find (Query) returns (Book);\n}\n',
    expected: 'message Book\nservice Shelf\n  rpc Find (Query) returns (Book)',
  },
  {
    claim: 'Swift',
    path: 'a.swift',
    text: 'public struct Book {\n    public func read(now: Bool) -> Int {\n    }\n}\n',
    expected: 'public struct Book\n  public func read(now: Bool) -> Int',
  },
];

for (const { claim, path, text, expected } of cases) {
  test(`outlines ${claim} by its lines`, async () => assert.equal(await outlineText(path, text), expected));
}

test('languages without signatures have no outline', async () => {
  for (const path of ['a.md', 'a.json', 'a.css', 'a', 'Makefile']) {
    assert.equal(await outlineText(path, 'export function f() {}\n'), '');
  }
});
