# formula.rb FORMULA CELLAR: plays the part of brew that our formula uses. It takes the branch of this system, fetches the archive
# from DOWNLOADS in the place of the formula's address, holds it against the formula's sum, and does its install.
require "digest"
require "fileutils"
require "net/http"
require "rbconfig"
require "tmpdir"

class Folder
  def initialize(path) = FileUtils.mkdir_p(@path = path)

  def install(what)
    what = Array(what).to_h { |from| [from, File.basename(from)] } unless what.is_a?(Hash)
    what.each { |from, to| FileUtils.cp(from, File.join(@path, to)) }
  end

  def to_s = @path
end

class Formula
  class << self
    attr_reader :address, :sum

    %i[desc homepage license].each { |name| define_method(name) { |text| raise "#{name} is empty" if text.empty? } }
    def version(text = nil) = text ? @version = text : @version
    def on_macos = nil
    def on_linux = yield
    def on_intel = (yield if RbConfig::CONFIG["host_cpu"] == "x86_64")
    def on_arm = (yield if RbConfig::CONFIG["host_cpu"] =~ /arm|aarch64/)
    def url(text) = @address = text
    def sha256(text) = @sum = text
    def test(&block) = @test = block
  end

  { bin: "bin", man1: "share/man/man1", bash_completion: "etc/bash_completion.d", zsh_completion: "share/zsh/site-functions",
    fish_completion: "share/fish/vendor_completions.d" }.each do |name, path|
    define_method(name) { Folder.new(File.join(CELLAR, path)) }
  end
end

CELLAR = File.expand_path(ARGV.fetch(1))
load ARGV.fetch(0)
# No audit without brew; what its audit says first.
raise "the description is over 80 letters" if File.read(ARGV[0])[/desc "(.*)"/, 1].length > 80

address = Consider.address.sub(%r{\A.*(?=/download/)}, ENV.fetch("DOWNLOADS"))
archive = Net::HTTP.get(URI(address))
raise "#{address} is not what the formula says" if Digest::SHA256.hexdigest(archive) != Consider.sum

Dir.mktmpdir do |folder|
  Dir.chdir(folder) do
    IO.popen(%w[tar -xz], "wb") { |tar| tar.write(archive) }
    Consider.new.install
  end
end
puts Dir.glob("**/*", base: CELLAR).select { |f| File.file?(File.join(CELLAR, f)) }.sort
